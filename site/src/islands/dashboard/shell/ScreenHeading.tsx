import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { name as productName } from '#content/site.json';
import { lettersOf } from '../../shared/format/text.ts';
import { consumeFocusRequest, requestHeadingFocus } from '../routing/arrival.ts';

interface Props {
  title: string;
  children?: ReactNode;
  className?: string;
}

/** Takes the focus after navigation from another screen. */
export function ScreenHeading({ title, children = title, className = 'text-2xl' }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} | ${productName}`;
  }, [title]);
  useEffect(() => {
    if (consumeFocusRequest()) heading.current?.focus({ preventScroll: true });
  }, []);
  useLayoutEffect(() => {
    const element = heading.current;
    // The heading of a skeleton hands its focus to the heading that replaces it.
    return () => {
      if (element && element === document.activeElement) requestHeadingFocus();
    };
  }, []);
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      data-letters={lettersOf(typeof children === 'string' ? children : title)}
      className={`font-display font-bold text-strong [overflow-wrap:anywhere] focus:outline-none ${className}`}
    >
      {children}
    </h1>
  );
}
