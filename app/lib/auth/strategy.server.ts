import { Strategy } from "remix-auth/strategy";
import type { IdentityProvider } from "./identity.provider.server";
import type { SignIn } from "./tokens.server";

type Credentials = { username: string; password: string };

/**
 * Signs in with the form fields `username` and `password`; a refusal is thrown as the provider's own error
 * (see `signInMessage`).
 */
export class PoolStrategy extends Strategy<SignIn, Credentials> {
  name = "pool";

  constructor(provider: IdentityProvider, ip: string | null) {
    super(({ username, password }) => provider.signIn(username, password, ip));
  }

  async authenticate(request: Request): Promise<SignIn> {
    const form = await request.formData();
    return this.verify({
      username: String(form.get("username") ?? "").trim(),
      password: String(form.get("password") ?? ""),
    });
  }
}
