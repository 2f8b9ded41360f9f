import type { ReactNode } from 'react';
import { alert } from '#site/icons/states.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useScrollIntoView } from '../../ui/scroll-into-view.ts';

/** Renders the live region before its text, so that screen readers announce it. One paragraph per line. */
export function FormFailure({ children }: { children: ReactNode }) {
  // JSX children are a new object on each render, so only text is compared.
  const box = useScrollIntoView<HTMLDivElement>(typeof children === 'string' ? children : Boolean(children));
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
