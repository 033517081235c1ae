/**
 * Whether an execution says more about its machine than about its tests: at least 20 tests ran
 * (ended passed or in failure) and at least 80 % of them failed. Its failures are no evidence of flakiness.
 */
export function isInfrastructure({ ran, failed }: { ran: number; failed: number }): boolean {
  return ran >= 20 && failed * 5 >= ran * 4;
}
