import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { name as productName } from '#content/site.json';
import { lettersOf } from '../../shared/format/text.ts';
import { takeFocusWish, wishFocus } from '../routing/arrival.ts';

interface Props {
  /** What the browser's title bar says before the product's name (ROUTE-12). */
  title: string;
  /** What the heading says, where that is not the title. */
  children?: ReactNode;
  className?: string;
}

/** The one main heading of a screen. It takes the focus when the reader came here from another screen. */
export function ScreenHeading({ title, children = title, className = 'text-2xl' }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} | ${productName}`;
  }, [title]);
  useEffect(() => {
    if (takeFocusWish()) heading.current?.focus({ preventScroll: true });
  }, []);
  useLayoutEffect(() => {
    const element = heading.current;
    // The heading of a loading screen hands the focus to the one that replaces it.
    return () => {
      if (element && element === document.activeElement) wishFocus();
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
