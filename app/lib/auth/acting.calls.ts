/**
 * What staff may do while they act for a company, call by call: a call that stands in none of these lists is not open to them. Blocked is
 * what cannot be taken back, or is the company's own word.
 */
const BLOCKED = [
  "POST /factories/collaborators/stop", "DELETE /factories/collaborators/{buyerId}",
  "DELETE /factories/self/holidays/{holiday}", "DELETE /factories/self/logo",
  "DELETE /factories/self/seal", "DELETE /factories/{factoryId}/destinations/{destinationId}",
  "DELETE /files/{key}", "DELETE /users/self/push_info/{device_id}", "DELETE /users/{id}",
  "POST /cards/{key}/cancel", "POST /chats/agreements", "POST /chats/agreements/{key}/answer",
  "POST /closings", "POST /deliveries/{key}/cancel", "POST /deliveries/{key}/view",
  "POST /invoices/{key}/cancel", "POST /invoices/{key}/view", "POST /orders/{key}/cancel", "POST /users",
  "POST /users/invite", "POST /users/stop", "POST /users/{id}/invite", "POST /users/{id}/reset",
  "POST /users/{id}/resume", "POST /users/{id}/signout",
  "PUT /factories/collaborators/{buyerId}/last_chat_time", "PUT /orders/{key}/viewed", "PUT /users/self",
  "PUT /users/self/notices", "PUT /users/self/push_info", "PUT /users/{id}",
  "DELETE /users/self/sessions", "DELETE /users/self/sessions/{key}", "DELETE /users/{id}/sessions/{key}",
  "POST /users/{id}/factor", "PUT /factories/self/factor",
  "PUT /users/{id}/temporary_password", "PUT /factories/collaborators/{buyerId}/temporary_password",
  "POST /partnerships/{key}/accept", "POST /partnerships/{key}/decline",
];

/** Issued, sent or promised in the company's name, or printed on what is: asked once more. */
const ASKED = [
  "POST /cards/{key}/accept", "POST /cards/{key}/agree", "POST /cards/{key}/decline",
  "POST /cards/{key}/propose", "POST /cards/{key}/refuse", "POST /codes/reissue", "POST /deliveries",
  "POST /factories/collaborators", "POST /factories/collaborators/invite",
  "POST /factories/collaborators/{buyerId}/invite", "POST /factories/collaborators/{buyerId}/resume",
  "POST /imports/{key}/save", "POST /orders", "POST /payments", "PUT /factories/self/meta/processes",
  "POST /cards/accept", "POST /cards/ship", "POST /cards/unship", "POST /cards/{key}/outsource",
  "POST /cards/{key}/ship", "POST /cards/{key}/take_back", "POST /cards/{key}/unship",
  "POST /partnerships/{key}/withdraw", "POST /products/reprice", "POST /scans/{client_id}/outsource",
  "PUT /factories/collaborators/{buyerId}", "PUT /factories/collaborators/{buyerId}/toriteki",
  "PUT /factories/self",
];

/** Seen by the company alone, or taken back as easily as it was done. */
const HARMLESS = [
  "POST /cards", "POST /cards/move", "POST /cards/undo", "POST /cards/{key}/billing",
  "POST /cards/{key}/copy", "POST /cards/{key}/correct", "POST /cards/{key}/count",
  "POST /cards/{key}/defect", "POST /cards/{key}/divide", "POST /cards/{key}/files",
  "POST /cards/{key}/finish", "POST /cards/{key}/merge", "POST /cards/{key}/move",
  "POST /cards/{key}/parts", "POST /cards/{key}/pause", "POST /cards/{key}/place",
  "POST /cards/{key}/receive", "POST /cards/{key}/resume", "POST /cards/{key}/start",
  "POST /cards/{key}/stop", "POST /cards/{key}/undivide", "POST /cards/{key}/undo",
  "POST /cards/{key}/urgent", "POST /chats/asks/{key}/act", "POST /chats/messages",
  "POST /chats/rooms/{room_id}/asks", "POST /chats/rooms/{room_id}/files",
  "POST /chats/rooms/{room_id}/keep", "POST /chats/send", "POST /deliveries/preview",
  "POST /deliveries/{key}/postpone", "POST /errors", "POST /factories/self/holidays",
  "POST /factories/self/holidays/national", "POST /factories/self/logo", "POST /factories/self/seal",
  "POST /factories/{factoryId}/destinations", "POST /files/{key}/restore", "POST /imports",
  "POST /imports/{key}/check", "POST /imports/{key}/rows", "POST /imports/{key}/stop",
  "POST /notices/test", "POST /orders/check", "POST /products", "POST /products/reprice/plan",
  "POST /products/reprice/undo", "POST /products/state", "POST /products/steps",
  "POST /products/{productId}/files", "POST /products/{productId}/prices",
  "POST /products/{productId}/prices/withdraw", "POST /scans", "POST /scans/pin", "POST /scans/resolve",
  "POST /shipped/billing", "POST /workers", "POST /workers/state", "PUT /board/order", "PUT /cards/{key}",
  "PUT /chats/phrases", "PUT /chats/rooms/{room_id}/pin", "PUT /chats/status", "PUT /chats/status/all",
  "PUT /factories/collaborators/{buyerId}/contact", "PUT /factories/self/meta",
  "PUT /factories/self/meta/days", "PUT /factories/self/meta/numbers", "PUT /factories/self/meta/reasons",
  "PUT /factories/self/meta/record_items", "PUT /factories/self/meta/template",
  "PUT /factories/self/meta/units", "PUT /factories/self/print",
  "PUT /factories/{factoryId}/destinations/{destinationId}", "PUT /files/{key}", "PUT /notices",
  "PUT /products/{productId}", "PUT /products/{productId}/parts", "PUT /products/{productId}/steps",
  "PUT /workers/order", "PUT /workers/{workerId}",
];

export type Standing = "blocked" | "asked" | "harmless";
const STANDING = new Map<string, Standing>([
  ...BLOCKED.map((name) => [name, "blocked"] as const), ...ASKED.map((name) => [name, "asked"] as const),
  ...HARMLESS.map((name) => [name, "harmless"] as const),
]);

/** Every call that was thought about. */
export const ACTING_CALLS = [...BLOCKED, ...ASKED, ...HARMLESS];

export const standingOf = (method: string, path: string): Standing => STANDING.get(`${method} ${path}`) ?? "blocked";
