/** Settles with the promise, or with `instead` after a timeout. Always clears its timer. */
export async function within<Value, Instead = undefined>(
  milliseconds: number,
  promise: Promise<Value>,
  instead?: Instead,
): Promise<Value | Instead | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Instead | undefined>((resolve) => {
    timer = setTimeout(() => resolve(instead), milliseconds);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
