import { expect, test } from "vitest";
import { challengeOver, newPasswordMessage, newPasswordReason, resetMessage, sendCodeMessage } from "./reset";

const refused = (name: string, message = "") => Object.assign(new Error(message), { name });

test("a code that could not be sent is told in the sentence of the catalogue", () => {
  expect(sendCodeMessage(refused("UserNotFoundException", "User does not exist."))).toBe(
    "ユーザーが見つかりません。",
  );
  expect(sendCodeMessage(refused("InvalidParameterException", "no registered email"))).toBe(
    "ユーザー名が正しくありません。",
  );
  for (const name of ["LimitExceededException", "TooManyRequestsException"]) {
    expect(sendCodeMessage(refused(name, "x"))).toBe(
      "確認コードの送信回数が上限に達しました。しばらく待ってから再試行してください。",
    );
  }
  expect(sendCodeMessage(refused("CodeDeliveryFailureException", "Mail is down"))).toBe("Mail is down");
  for (const odd of [refused("Odd"), "odd", undefined])
    expect(sendCodeMessage(odd)).toBe("確認コードの送信に失敗しました。");
});

test("a refused reset is told in the sentence of the catalogue", () => {
  expect(resetMessage(refused("CodeMismatchException", "x"))).toBe("確認コードが正しくありません。");
  expect(resetMessage(refused("ExpiredCodeException", "x"))).toBe(
    "確認コードの有効期限が切れています。確認コードを再送信してください。",
  );
  expect(resetMessage(refused("InvalidPasswordException", "x"))).toContain(
    "パスワードが要件を満たしていません。",
  );
  for (const name of [
    "LimitExceededException",
    "TooManyFailedAttemptsException",
    "TooManyRequestsException",
  ]) {
    expect(resetMessage(refused(name, "x"))).toBe(
      "試行回数の上限に達しました。しばらく待ってから再試行してください。",
    );
  }
  expect(resetMessage(refused("NotAuthorizedException", "Its own"))).toBe("Its own");
  for (const odd of [refused("Odd"), null, 5])
    expect(resetMessage(odd)).toBe("パスワードリセットに失敗しました。");
});

test("a refused new password is one sentence; beside the field stands why, if it is the password", () => {
  for (const error of [
    refused("InvalidPasswordException"),
    refused("NotAuthorizedException", "x"),
    undefined,
  ]) {
    expect(newPasswordMessage(error)).toBe("パスワードの設定に失敗しました。");
  }
  expect(newPasswordReason(refused("InvalidPasswordException"))).toBe(
    "推測されやすいパスワードは使えません。別のパスワードを入力してください",
  );
  expect(newPasswordReason(refused("NotAuthorizedException"))).toBeNull();
});

test("a sign-in that has ended is told from a password that was refused", () => {
  expect(
    challengeOver(refused("NotAuthorizedException", "Invalid session for the user, session is expired.")),
  ).toBe(true);
  expect(challengeOver(refused("CodeMismatchException"))).toBe(true);
  expect(challengeOver(refused("NotAuthorizedException", "User is disabled."))).toBe(false);
  expect(challengeOver(refused("InvalidPasswordException"))).toBe(false);
});
