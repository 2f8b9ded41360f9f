import { useStore } from '@nanostores/react';
import { Switch } from '#site/islands/ui/Switch.tsx';
import { $areShortcutsOn, setShortcuts } from './shortcuts.ts';

export function ShortcutHelp({ keys }: { keys: readonly { keys: string; label: string }[] }) {
  const areOn = useStore($areShortcutsOn);
  // Key combinations are rarely pressed by mistake and stay on.
  const shown = areOn ? keys : keys.filter(({ keys: names }) => names.includes('+'));
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 text-sm text-muted pointer-coarse:hidden">
      <Switch label="Keyboard shortcuts" checked={areOn} onChange={setShortcuts} />
      {shown.length > 0 ? (
        <dl className="flex flex-wrap gap-x-4 gap-y-1">
          {shown.map(({ keys: names, label }) => (
            <div key={names} className="flex items-baseline gap-1.5">
              <dt>
                <kbd className="rounded-sm border border-line-strong bg-sunken px-1.5 py-0.5 font-mono text-xs text-strong">
                  {names}
                </kbd>
              </dt>
              <dd>{label}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </div>
  );
}
