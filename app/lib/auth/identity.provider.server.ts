import type { FactorProvider } from "./factor.provider.server";
import type { TokenConfig } from "./token.server";
import type { SignIn, Tokens } from "./tokens.server";

type CodeDelivery = { medium: string; destination: string; attribute: string };

export type IdentityProvider = {
  /** `ip`: where the person is, which the embedded pool tells apart from strangers; Cognito is not told. */
  signIn(username: string, password: string, ip?: string | null): Promise<SignIn>;
  respondNewPassword(
    session: string,
    username: string,
    new_password: string,
    ip?: string | null,
  ): Promise<SignIn>;
  /** `username`: the cognito:username claim, needed where the app client has a secret. */
  refresh(refresh_token: string, username: string): Promise<Tokens>;
  revoke(refresh_token: string): Promise<void>;
  globalSignOut(access_token: string): Promise<void>;
  /**
   * Sends a confirmation code; unknown users get an answer of the same look. `metadata` goes to the pool's
   * triggers.
   */
  forgotPassword(username: string, metadata?: Record<string, string>): Promise<CodeDelivery>;
  confirmForgotPassword(username: string, code: string, new_password: string): Promise<void>;
  changePassword(access_token: string, previous: string, proposed: string, ip?: string | null): Promise<void>;
  factor: FactorProvider;
  /** Whose identity tokens to believe: for `tokenVerifier`. */
  tokens: TokenConfig;
};
