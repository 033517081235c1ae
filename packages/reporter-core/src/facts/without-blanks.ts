/** A copy without undefined and empty facts. CI systems set unknown values to ''. */
export function withoutBlanks<Facts extends object>(facts: Facts): Facts {
  const copy = { ...facts };
  for (const name in copy) {
    if (copy[name] === undefined || copy[name] === '') delete copy[name];
  }
  return copy;
}
