// 外のプログラムから API を使う例: サインインして、カンバンのカードを読み、CSV で書き出す。Node.js だけで動く。
//   KOBA=https://koba.example.com KOBA_USER=program@example.com KOBA_PASSWORD=… node docs/examples/cards.mjs
const { KOBA, KOBA_USER: username, KOBA_PASSWORD: password } = process.env;

async function call(path, headers, body) {
  const response = await fetch(`${KOBA}/api${path}`, {
    method: body ? "POST" : "GET",
    headers: { "Content-Type": "application/json", ...headers },
    body: body && JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${answer.detail}`);
  return answer;
}

try {
  let tokens = await call("/tokens", {}, { username, password });
  // 1時間で切れる。長く動くプログラムは、切れる前に refresh_token で新しくする（パスワードを持ち続けない）。
  tokens = await call("/tokens", {}, { username, refresh_token: tokens.refresh_token });
  const auth = { "X-Auth": tokens.id_token };
  const self = await call("/users/self", auth);
  const { items } = await call("/cards", auth);
  console.error(`${self.company_name}: ${items.length}枚`);
  for (const card of items) console.log([card.key, card.name, card.delivery_date].join(","));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
