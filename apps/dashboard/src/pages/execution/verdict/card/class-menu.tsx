import { CLASSES_BY_SEVERITY, CLASS_WORDS } from '@svc/analysis/verdicts/class-words';
import type { Label } from '@svc/analysis/verdicts/verdict-label';
import { Menu } from '@mantine/core';
import type { Classification } from '@svc/contract/executions/outcomes';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { ClassName } from '../../../../components/status/class-name.tsx';

interface ClassMenuProps {
  shown: Label;
  isBusy: boolean;
  onChoose: (classification: Classification) => void;
}

/** The four classes to choose from. It opens as soon as it is loaded, and returns the focus to its button. */
export function ClassMenu({ shown, isBusy, onChoose }: ClassMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    // It replaced the button that was pressed. The menu returns the focus to what had it when it opened.
    const frame = requestAnimationFrame(() => {
      button.current?.focus();
      setOpen(true);
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <Menu
      position="top-start"
      width={320}
      shadow="md"
      opened={isOpen}
      onChange={(opens) => setOpen(opens && !isBusy)}
    >
      <Menu.Target>
        <button className="btn sm" type="button" ref={button} aria-disabled={isBusy}>
          It is …
          <IconChevronDown size={12} stroke={1.5} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {CLASSES_BY_SEVERITY.map((classification) => (
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
            <span className="menu-reason">{CLASS_WORDS[classification].meaning}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
