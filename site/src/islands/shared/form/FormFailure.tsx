import type { ReactNode } from 'react';
import { alert } from '#site/icons/states.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useIntoSight } from '../../ui/into-sight.ts';

/**
 * Failure of a whole form, above it. The live region exists before its words, so that they are announced; each line is
 * a paragraph.
 */
export function FormFailure({ children }: { children: ReactNode }) {
  // More than words are made anew each time the form is drawn.
  const box = useIntoSight<HTMLDivElement>(typeof children === 'string' ? children : Boolean(children));
  return (
    <div role="alert" className="empty:absolute">
      {children ? (
        <div
          ref={box}
          className="enter flex scroll-mt-20 gap-3 rounded-md border border-danger bg-danger-tint px-4 py-3 font-medium text-danger"
        >
          <Icon path={alert} className="mt-0.5" />
          <div className="min-w-0">
            {typeof children === 'string'
              ? children.split('\n').map((line) => <p key={line}>{line}</p>)
              : children}
          </div>
        </div>
      ) : null}
    </div>
  );
}
