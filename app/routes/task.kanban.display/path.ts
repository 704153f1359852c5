type WallPage = { group_id: string; at?: number; rest?: boolean };

export const displayPath = ({ group_id, at, rest }: WallPage) => {
  const query = new URLSearchParams({
    ...(group_id && { group_id }),
    ...(at && { at: String(at) }),
    ...(rest && { rest: "on" }),
  });
  return `/task/kanban/display${query.size > 0 ? `?${query}` : ""}`;
};
