export type Tokens = { id_token: string; access_token: string; refresh_token: string; expires_in: number };
export type SignIn =
  | { kind: "tokens"; tokens: Tokens }
  | { kind: "new_password" | "code" | "setup"; session: string; username: string };
export type Seen = <C extends object>(command: C, ip?: string | null) => C;
