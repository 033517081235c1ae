/** A value of a filter's menu. */
export interface MenuOption {
  name: string;
  /** What stands in the menu, where that is not the name. */
  words?: string;
  /** How many executions have the value. */
  count?: number;
}

/** The options that contain the text; those that begin with it come first. */
export function findOptions(options: readonly MenuOption[], text: string): MenuOption[] {
  const wanted = text.trim().toLowerCase();
  const found = options.filter((option) => toSearchText(option).includes(wanted));
  const isFirst = (option: MenuOption) => toSearchText(option).startsWith(wanted);
  return [...found.filter(isFirst), ...found.filter((option) => !isFirst(option))];
}

function toSearchText({ name, words = name }: MenuOption): string {
  return words.toLowerCase();
}
