/**
 * What a backup needs whose database was made by another wording of a migration than today's (the first
 * weeks; none since 0069). A migration in main is never changed again, so that nothing is to be added here:
 * migrate.test.ts holds their checksums.
 */

/** Every database has had these, in whatever order. */
export const GROUND = ["0001_ground", "0002_pool"];

export const RETIRED: Record<string, string[]> = { "public.carriage": ["tries"] };

/** What a migration derives from other rows, made anew from them. */
export const REMADE: Record<string, string> = {
  "0014_tallies": `truncate card_tally;
    insert into card_tally
    select t.seller_id, t.buyer_id, t.kind, t.group_id, t.order_unit, t.day, sum(t.num_cards), sum(t.num_urgent), sum(t.num_items), sum(t.price)
    from card c, tallies_of(1, c.seller_id, c.buyer_id, c.group_id, c.order_unit, c.delivery_date, c.is_urgent, c.num_items, c.group_update_time,
      c.shipped_time, c.num_good, c.price) t
    group by t.seller_id, t.buyer_id, t.kind, t.group_id, t.order_unit, t.day`,
};
