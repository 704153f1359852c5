/** Tells a password manager whose password the form asks for. */
export const HiddenUsername = ({ username }: { username: string }) => (
  <input
    type="text"
    name="username"
    aria-label="ユーザー名"
    defaultValue={username}
    autoComplete="username"
    readOnly
    hidden
  />
);
