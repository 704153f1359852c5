/**
 * `expires_in`: seconds. Without rotation a refresh brings no new refresh token: the one that was used stays
 * good.
 */
export type Tokens = { id_token: string; access_token: string; refresh_token: string; expires_in: number };
/**
 * `username` of a challenge is the pool's own name of the user, to be sent back with the answer. `setup`: a
 * second factor is to be set up.
 */
export type SignIn =
  | { kind: "tokens"; tokens: Tokens }
  | { kind: "new_password" | "code" | "setup"; session: string; username: string };
/** For the calls whose wire has no field for it: ours is told by a header, Cognito is not told. */
export type Seen = <C extends object>(command: C, ip?: string | null) => C;
