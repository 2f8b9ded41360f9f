import type { ReactNode } from 'react';

interface Props {
  title: string;
  children: ReactNode;
  action: ReactNode;
}

export function SettingRow({ title, children, action }: Props) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="font-sans text-base leading-normal font-semibold text-strong">{title}</h3>
        <div className="text-sm text-muted [overflow-wrap:anywhere]">{children}</div>
      </div>
      <div className="flex flex-wrap gap-3">{action}</div>
    </div>
  );
}
