export const Carry = ({ fields }: { fields: [string, string][] }) => (
  <>
    {fields.map(([name, value], index) => (
      <input key={index} type="hidden" name={name} value={value} />
    ))}
  </>
);
