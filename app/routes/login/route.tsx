import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatDateTime } from "~/lib/time/datetime";
import { safePath } from "~/lib/web/return-to";
import { type SignInState, takeNewPassword, takeSignIn } from "~/lib/web/signin.server";
import { titled } from "~/lib/web/title";
import { visitor } from "~/lib/web/visit.server";
import { NEW_PASSWORD, NO_STORE } from "~/lib/web/welcome.server";
import { Back } from "./Back";
import { NewPassword } from "./NewPassword";
import { NOTES, type Note, SignIn } from "./SignIn";

export const handle = { welcome: true };
export const meta = titled("ログイン");

export async function loader(args: LoaderFunctionArgs) {
  const {
    context: { app },
    request,
  } = args;
  const { searchParams } = new URL(request.url);
  const asked = searchParams.get("state");
  const return_to = safePath(searchParams.get("return_to"));
  const found = await visitor(args);
  if (found && asked !== "back") throw redirect(return_to ?? "/");
  const headers = NO_STORE;
  if (asked === "new_password") {
    const challenge = await app.cookies.pending.read(request, "new_password");
    if (challenge) {
      const until = formatDateTime(new Date(challenge.until)).slice(-5);
      const { typed: username, return_to: to } = challenge;
      return json(
        { state: "NEW_PASSWORD" as SignInState, note: null, username, return_to: to, until },
        { headers },
      );
    }
  }
  const reset =
    asked === "reset" || asked === "factor_off" ? await app.cookies.pending.read(request, "reset") : null;
  const note = found ? ("back" as const) : asked && asked in NOTES ? (asked as Note) : null;
  return json(
    { state: "LOGIN" as SignInState, note, username: reset?.username ?? "", return_to, until: "" },
    { headers },
  );
}

export async function action(args: ActionFunctionArgs) {
  return new URL(args.request.url).searchParams.get("state") === "new_password"
    ? takeNewPassword(args)
    : takeSignIn(args);
}

export const headers = () => NO_STORE;

export default function Login() {
  const { state, note, username, return_to, until } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (note === "back") return <Back />;
  const form = { username, return_to, reply: answer?.reply };
  if ((answer?.state ?? state) === "NEW_PASSWORD")
    return <NewPassword {...form} until={until} action={NEW_PASSWORD} />;
  return <SignIn {...form} note={answer ? null : note} />;
}
