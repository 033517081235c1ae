import { QuarantineButton, type QuarantineButtonProps } from './quarantine-button.tsx';

/** The last cell of a row: a button of one glyph. On a phone, the page that the row opens has the button. */
export function QuarantineCell(
  props: Omit<QuarantineButtonProps, 'label' | 'className' | 'entry'>,
) {
  return (
    <td className="fit hide">
      <QuarantineButton {...props} className="iconbtn tiny above" label="Quarantine" entry={null} />
    </td>
  );
}
