import { CLASS_WORDS } from '@svc/analysis/verdict-words';
import { Menu } from '@mantine/core';
import type { Classification } from '@svc/contract/executions/outcomes';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { ClassName } from '../../../components/status/class-chip.tsx';
import { CLASS_ORDER } from '../../../components/verdicts/class-order.ts';

interface ClassMenuProps {
  shown: Classification;
  isBusy: boolean;
  onChoose: (classification: Classification) => void;
}

/** The four classes to choose from. It opens as soon as it is loaded. */
export function ClassMenu({ shown, isBusy, onChoose }: ClassMenuProps) {
  return (
    <Menu position="top-start" width={300} shadow="md" defaultOpened>
      <Menu.Target>
        <button className="btn sm" type="button" disabled={isBusy}>
          It is …
          <IconChevronDown size={12} stroke={1.5} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {CLASS_ORDER.map((classification) => (
          <Menu.Item
            key={classification}
            onClick={() => onChoose(classification)}
            rightSection={
              classification === shown ? (
                <IconCheck size={14} stroke={1.5} aria-label="chosen" />
              ) : null
            }
          >
            <ClassName classification={classification} />
            <span className="menu-reason">{CLASS_WORDS[classification]}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
