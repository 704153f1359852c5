/** The only documents that are answered; anything else is refused unread. */
const FIELDS = `id number roomId owner ownerName ownerFactory collabFactory isStaff message productId taskId unixtime createdAt updatedAt
      card { key id name status delivery_date } product { product_id code name }
      agreement { key card_key field value note state proposed_by answerer_name }
      asks { key is_ours is_own due asker_name answered_time answerer_name charge charge_name }
      order { key order_id } kept files { key name media_type size has_thumb }
      version editedAt deletedAt reply { id number ownerName message } acks { owner ownerName ownerFactory }`;

export const LIST_MESSAGES = `query ListMessagesSortByTime($roomId: String!, $limit: Int, $sortDirection: ModelSortDirection, $nextToken: String) {
  listMessagesSortByTime(roomId: $roomId, limit: $limit, sortDirection: $sortDirection, nextToken: $nextToken) {
    items { ${FIELDS} }
    nextToken
  }
}`;

export const CREATE_MESSAGE = `mutation CreateMessage($input: CreateMessageInput!) {
  createMessage(input: $input) { ${FIELDS} }
}`;

export const ON_CREATE_MESSAGE = `subscription OnCreateMessage($roomId: String!) {
  onCreateMessage(roomId: $roomId) { ${FIELDS} }
}`;

export const UPDATE_MESSAGE = `mutation UpdateMessage($input: UpdateMessageInput!) {
  updateMessage(input: $input) { ${FIELDS} }
}`;

export const DELETE_MESSAGE = `mutation DeleteMessage($input: DeleteMessageInput!) {
  deleteMessage(input: $input) { ${FIELDS} }
}`;

export const ACKNOWLEDGE_MESSAGE = `mutation AcknowledgeMessage($input: AcknowledgeMessageInput!) {
  acknowledgeMessage(input: $input) { ${FIELDS} }
}`;

export const ON_UPDATE_MESSAGE = `subscription OnUpdateMessage($roomId: String!) {
  onUpdateMessage(roomId: $roomId) { ${FIELDS} }
}`;

export const SCHEMA = `
  enum ModelSortDirection { DESC }
  type Card { key: Float! id: String! name: String! status: String! delivery_date: String }
  type Product { product_id: Float! code: String! name: String! }
  type Agreement {
    key: Float! card_key: Float! field: String! value: String note: String state: String! proposed_by: String! answerer_name: String
  }
  type Ask {
    key: Float! is_ours: Boolean! is_own: Boolean! due: String asker_name: String! answered_time: String answerer_name: String
    charge: String charge_name: String
  }
  type Order { key: Float! order_id: String! }
  type File { key: String! name: String! media_type: String! size: Float! has_thumb: Boolean! }
  type Reply { id: ID! number: Float! ownerName: String! message: String! }
  type Acknowledgement { owner: String! ownerName: String! ownerFactory: String! }
  type Message {
    id: ID! number: Float! roomId: String! owner: String! ownerName: String! ownerFactory: String! collabFactory: String! isStaff: Boolean!
    message: String! productId: Float taskId: Float unixtime: Float! createdAt: String! updatedAt: String! card: Card product: Product
    agreement: Agreement asks: [Ask!]! order: Order kept: Float files: [File!]!
    version: Float! editedAt: String deletedAt: String reply: Reply acks: [Acknowledgement!]!
  }
  type MessageConnection { items: [Message!]! nextToken: String }
  input CreateMessageInput {
    id: ID! roomId: String! message: String! productId: Float taskId: Float unixtime: Float owner: String ownerFactory: String collabFactory: String
    replyTo: ID
  }
  input UpdateMessageInput { id: ID! roomId: String! message: String! version: Float! }
  input DeleteMessageInput { id: ID! roomId: String! version: Float! }
  input AcknowledgeMessageInput { id: ID! roomId: String! isAcknowledged: Boolean! }
  type Query { listMessagesSortByTime(roomId: String!, limit: Int, sortDirection: ModelSortDirection, nextToken: String): MessageConnection! }
  type Mutation {
    createMessage(input: CreateMessageInput!): Message! updateMessage(input: UpdateMessageInput!): Message!
    deleteMessage(input: DeleteMessageInput!): Message! acknowledgeMessage(input: AcknowledgeMessageInput!): Message!
  }
  type Subscription { onCreateMessage(roomId: String!): Message! onUpdateMessage(roomId: String!): Message! }
`;

const plain = (document: string) => document.replace(/\s+/g, " ").trim();
const KNOWN = new Set(
  [
    LIST_MESSAGES,
    CREATE_MESSAGE,
    UPDATE_MESSAGE,
    DELETE_MESSAGE,
    ACKNOWLEDGE_MESSAGE,
    ON_CREATE_MESSAGE,
    ON_UPDATE_MESSAGE,
  ].map(plain),
);
const LASTING = new Set([ON_CREATE_MESSAGE, ON_UPDATE_MESSAGE].map(plain));

export const isKnown = (document: unknown): boolean =>
  typeof document === "string" && document.length < 4_000 && KNOWN.has(plain(document));

/** Its answer ends with its reader. */
export const isLasting = (document: string): boolean => LASTING.has(plain(document));
