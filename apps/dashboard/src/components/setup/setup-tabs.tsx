import { Tabs } from '@mantine/core';
import { CopyButton } from '../text/copy.tsx';
import { useSetupTexts } from './use-setup-texts.ts';

/** What to install and to write for each framework. */
export function SetupTabs({
  chosen,
  onChoose,
}: {
  /** The id of a set-up text. */
  chosen: string;
  onChoose: (id: string) => void;
}) {
  const texts = useSetupTexts();
  return (
    <Tabs unstyled value={chosen} onChange={(id) => id !== null && onChoose(id)}>
      <Tabs.List className="tabs" aria-label="Framework">
        {texts.map(({ id, label }) => (
          <Tabs.Tab key={id} value={id}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {texts.map(({ id, label, code }) => (
        <Tabs.Panel key={id} value={id} className="setup-code">
          <CopyButton text={code} label={`Copy the set-up for ${label}`} className="iconbtn" />
          {/* Long lines scroll, so the block needs the keyboard's focus. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre className="block" tabIndex={0}>
            {code.split('\n').map((line, index) => (
              // The lines of a text have no identity besides their place.
              // oxlint-disable-next-line react/no-array-index-key
              <span key={index} className={/^(?:#|\/\/)/.test(line) ? 'a-dim' : undefined}>
                {line}
                {'\n'}
              </span>
            ))}
          </pre>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
