import { accessSync, constants, mkdirSync } from "node:fs";
import { backupProblems } from "~/lib/backup/backup";
import { LEVELS } from "~/lib/telemetry/line";
import { FORMATS } from "~/lib/telemetry/logger.server";

type Env = NodeJS.ProcessEnv;

const address = (text: string, protocols: string[]) =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol);

function databases(env: Env): string[] {
  return ["DATABASE_URL", "DATABASE_OWNER_URL"].flatMap((name) =>
    env[name] && !address(env[name], ["postgres:", "postgresql:"])
      ? [
          `${name} には postgres://ユーザー:パスワード@ホスト:5432/データベース の形で書いてください。` +
            `パスワードの記号は %40 のように書きます（@ は %40、/ は %2F、# は %23、% は %25）。(${name}: not a postgres:// address)`,
        ]
      : [],
  );
}

function pool(env: Env): string[] {
  const [id, client, endpoint] = [env.COGNITO_USER_POOL_ID, env.COGNITO_CLIENT_ID, env.COGNITO_ENDPOINT];
  const missing = !id !== !client ? (id ? "COGNITO_CLIENT_ID" : "COGNITO_USER_POOL_ID") : null;
  return [
    ...(missing ? [`Cognito を使うときは ${missing} も設定してください。(set ${missing}, too)`] : []),
    ...(id && !/^[\w-]+_[0-9A-Za-z]+$/.test(id)
      ? [`COGNITO_USER_POOL_ID は ap-northeast-1_xxxxxxxxx の形です。(COGNITO_USER_POOL_ID: ${id})`]
      : []),
    ...(endpoint && !address(endpoint, ["http:", "https:"])
      ? [
          `COGNITO_ENDPOINT には http または https のアドレスを書いてください。(COGNITO_ENDPOINT: ${endpoint} is no address)`,
        ]
      : []),
  ];
}

function files(env: Env): string[] {
  if (env.S3_BUCKET) {
    const missing =
      !env.S3_ACCESS_KEY_ID !== !env.S3_SECRET_ACCESS_KEY
        ? env.S3_ACCESS_KEY_ID
          ? "S3_SECRET_ACCESS_KEY"
          : "S3_ACCESS_KEY_ID"
        : null;
    return [
      ...(missing
        ? [
            `${missing} も設定してください。両方とも無いときは、AWS の標準の探し方を使います。(set ${missing}, or neither)`,
          ]
        : []),
      ...(env.S3_ENDPOINT && !address(env.S3_ENDPOINT, ["http:", "https:"])
        ? [
            `S3_ENDPOINT には http または https のアドレスを書いてください。(S3_ENDPOINT: ${env.S3_ENDPOINT} is no address)`,
          ]
        : []),
    ];
  }
  const other = ["S3_ENDPOINT", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"].find((name) => env[name]);
  if (other) return [`${other} を使うときは S3_BUCKET も設定してください。(set S3_BUCKET, too)`];
  if (!env.FILES_DIR) return [];
  try {
    mkdirSync(env.FILES_DIR, { recursive: true });
    accessSync(env.FILES_DIR, constants.W_OK);
    return [];
  } catch (error) {
    return [
      `FILES_DIR に書き込めません: ${env.FILES_DIR} (FILES_DIR is not writable: ${(error as NodeJS.ErrnoException).code})`,
    ];
  }
}

function log(env: Env): string[] {
  const one = (name: string, known: readonly string[]) =>
    env[name] && !known.includes(env[name])
      ? [`${name} は ${known.join("、")} のどれかにしてください。(${name}: ${env[name]})`]
      : [];
  return [...one("LOG_LEVEL", LEVELS), ...one("LOG_FORMAT", FORMATS)];
}

export function environmentProblems(env: Env): string[] {
  const mail = env.SMTP_URL && !address(env.SMTP_URL, ["smtp:", "smtps:"]);
  const secret = env.APP_SECRET;
  return [
    ...databases(env),
    ...pool(env),
    ...files(env),
    ...backupProblems(env),
    ...log(env),
    ...(mail
      ? [
          "SMTP_URL には smtp://ユーザー:パスワード@ホスト:587 の形で書いてください。(SMTP_URL: not an smtp:// address)",
        ]
      : []),
    ...(secret !== undefined && secret !== "" && secret.length < 32
      ? [
          "APP_SECRET は32文字以上にしてください。openssl rand -base64 32 で作れます。(APP_SECRET: 32 letters or more)",
        ]
      : []),
  ];
}
