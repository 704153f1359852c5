-- A definer's function looks for its tables in public alone: tables that a caller makes for itself come last, and are not made at all.
do $$
declare definer record;
begin
  for definer in select oid::regprocedure::text as name from pg_proc
    where prosecdef and pronamespace = 'public'::regnamespace and coalesce(array_to_string(proconfig, ','), '') !~ 'pg_temp'
  loop
    execute format('alter function %s set search_path = public, pg_temp', definer.name);
    execute format('revoke execute on function %s from public', definer.name);
    execute format('grant execute on function %s to koba_app', definer.name);
  end loop;
  -- Where the database is somebody else's this warns and changes nothing.
  execute format('grant temporary on database %I to %I', current_database(), current_user);
  execute format('revoke temporary on database %I from public', current_database());
end
$$;

-- A browser changes hands only to whoever knows what the browser alone was given with its address.
drop function release_device(text);
create function release_device(address text, proof text) returns boolean language sql security definer set search_path = public, pg_temp as $$
  with released as (
    delete from push_device where endpoint = address and auth_key = proof and username is distinct from app_username()
  )
  select not exists (select from push_device where endpoint = address and auth_key <> proof and username is distinct from app_username())
$$;
revoke execute on function release_device(text, text) from public;
grant execute on function release_device(text, text) to koba_app;

-- Answers to posts, known for a week by their keys.
create function purge_keys() returns void language sql security definer set search_path = public, pg_temp as $$
  delete from idempotency where created_time < now() - interval '8 days'
$$;
revoke execute on function purge_keys() from public;
grant execute on function purge_keys() to koba_app;
