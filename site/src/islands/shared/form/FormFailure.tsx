import { type ReactNode, useEffect, useRef } from 'react';
import { alert } from '#site/icons/states.ts';
import { Icon } from '../../ui/Icon.tsx';

/**
 * What went wrong with a whole form. The region stands before its words do, so that they are announced, and comes into view
 * with them: a long form is sent from far below.
 */
export function FormFailure({ children }: { children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null);
  const isShown = Boolean(children);
  useEffect(() => {
    if (isShown) region.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  return (
    <div ref={region} role="alert" className="empty:absolute">
      {children ? (
        <div className="enter flex gap-3 rounded-md border border-danger bg-danger-tint px-4 py-3 font-medium text-danger">
          <Icon path={alert} className="mt-0.5" />
          <div className="min-w-0">{children}</div>
        </div>
      ) : null}
    </div>
  );
}
