export const PARTNERSHIP_STATES = ["waiting", "accepted", "declined", "withdrawn"] as const;
export type PartnershipState = (typeof PARTNERSHIP_STATES)[number];
