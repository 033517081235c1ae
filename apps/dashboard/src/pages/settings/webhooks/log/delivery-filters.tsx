import { EVENT_TYPES } from '@svc/contract/zod-free/event-types';
import { FilterSelect } from '../../../../components/filters/filter-select.tsx';
import { Segments } from '../../../../components/filters/segments.tsx';
import type { SettingsSearch } from '../../../../search/page-search.ts';

interface DeliveryFiltersProps extends Pick<SettingsSearch, 'status' | 'event'> {
  onChange: (changes: Pick<SettingsSearch, 'status' | 'event'>) => void;
}

/** Which deliveries are shown, by status and event. */
export function DeliveryFilters({ status, event, onChange }: DeliveryFiltersProps) {
  return (
    <div className="filters log-filters">
      <Segments
        label="Status"
        value={status}
        onChange={(chosen) => onChange({ status: chosen })}
        segments={[
          { value: undefined, label: 'All' },
          { value: 'pending', label: 'Pending' },
          { value: 'delivered', label: 'Delivered' },
          { value: 'failed', label: 'Failed' },
        ]}
      />
      <FilterSelect
        label="Event"
        value={event}
        unset="all"
        unsetWords="All events"
        options={EVENT_TYPES.map((name) => ({ name }))}
        onChange={(chosen) => onChange({ event: EVENT_TYPES.find((name) => name === chosen) })}
      />
    </div>
  );
}
