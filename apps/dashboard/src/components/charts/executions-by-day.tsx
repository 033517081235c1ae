import type { Trends } from '@svc/contract/history/trends';
import { useMinute } from '../text/time.tsx';
import { formatTableCount } from '../../format/count.ts';
import { buildTrendBars } from './trend-bars.ts';

interface ExecutionsByDayProps {
  trends: Trends;
  onChoose: (from: string, to: string) => void;
}

/** What the chart shows, as a table: the newest day first, without the days on which nothing ran. */
export function ExecutionsByDay({ trends, onChoose }: ExecutionsByDayProps) {
  const bars = buildTrendBars(trends, useMinute()).filter(({ total }) => total > 0);
  return (
    <div className="table-wrap executions-by-day">
      <table>
        <thead>
          <tr>
            <th>{trends.granularity === 'weekly' ? 'Week from' : 'Day'}</th>
            <th className="n">Executions</th>
            <th className="n">Failed</th>
            <th className="n">Passed</th>
            <th className="n">Interrupted</th>
          </tr>
        </thead>
        <tbody>
          {bars.toReversed().map(({ label, from, to, total, failed, passed, interrupted }) => (
            <tr key={from}>
              <td>
                <button className="link-button" type="button" onClick={() => onChoose(from, to)}>
                  {label}
                </button>
              </td>
              <td className="n">{formatTableCount(total)}</td>
              <td className="n">{formatTableCount(failed)}</td>
              <td className="n">{formatTableCount(passed)}</td>
              <td className="n">{formatTableCount(interrupted)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
