/** The least of three times of the processor that the work takes, in ms. Other work on the machine hardly changes it. */
export function leastCpuMs(times: number, work: () => void): number {
  const usedMs = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage();
    for (let done = 0; done < times; done++) work();
    return process.cpuUsage(before).user / 1000;
  });
  return Math.min(...usedMs);
}
