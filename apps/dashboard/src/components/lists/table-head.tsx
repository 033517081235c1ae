interface TableHeadProps {
  /** The titles of the columns. */
  names: readonly string[];
  /** The titles of the columns after these, which hold numbers and times. */
  numbers?: readonly string[];
  /** What the last column is for, whose title is not shown. */
  action?: string;
}

/** The head of a table. */
export function TableHead({ names, numbers = [], action }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th key={name}>{name}</th>
        ))}
        {numbers.map((name) => (
          <th className="n" key={name}>
            {name}
          </th>
        ))}
        {action !== undefined && <ActionHead name={action} />}
      </tr>
    </thead>
  );
}

/** The title of a column of buttons, for screen readers only. */
export function ActionHead({ name }: { name: string }) {
  return (
    <th className="fit">
      <span className="sr">{name}</span>
    </th>
  );
}
