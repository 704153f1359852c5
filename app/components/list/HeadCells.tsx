export const HeadCells = ({ names }: { names: readonly string[] }) =>
  names.map((name) => (
    <th key={name} scope="col">
      {name}
    </th>
  ));
