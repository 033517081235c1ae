/**
 * Whether an execution failed because of its machine rather than its tests: at least 20 tests ran (passed or failed)
 * and at least 80 % of them failed. Its failures are not evidence of flakiness.
 */
export function isInfrastructure({ ran, failed }: { ran: number; failed: number }): boolean {
  return ran >= 20 && failed * 5 >= ran * 4;
}
