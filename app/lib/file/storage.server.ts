/** What `put` has answered outlives the process and the machine's power. */
export type Storage = {
  put(name: string, bytes: Uint8Array, media_type: string): Promise<void>;
  get(name: string): Promise<Uint8Array | null>;
  remove(name: string): Promise<void>;
};
