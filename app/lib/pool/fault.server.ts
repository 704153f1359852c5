export class PoolFault extends Error {
  constructor(
    name: string,
    message: string,
    readonly status: 400 | 500 = 400,
  ) {
    super(message);
    this.name = name;
  }
}

export const notAuthorized = (message = "Incorrect username or password.") =>
  new PoolFault("NotAuthorizedException", message);
export const invalidParameter = (message: string) => new PoolFault("InvalidParameterException", message);
export const userNotFound = () => new PoolFault("UserNotFoundException", "User does not exist.");
