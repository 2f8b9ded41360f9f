import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ShownLeague } from '#site/content/league-cards.ts';
import { stepBack, stepForward } from '#site/icons/arrows.ts';
import { offsetOf, useSwipe } from '../shared/slides.ts';
import { Icon } from '../ui/Icon.tsx';
import { Picture } from '../ui/Picture.tsx';
import { createCarousel } from './carousel.ts';

/** Undefined while loading. */
export function LeaguesCarousel({ leagues }: { leagues: readonly ShownLeague[] | undefined }) {
  if (!leagues) return <p className="carousel-waiting">Loading leagues...</p>;
  return leagues.length === 0 ? null : <Slides leagues={leagues} />;
}

function Slides({ leagues }: { leagues: readonly ShownLeague[] }) {
  const count = leagues.length;
  const carousel = useMemo(() => createCarousel(count), [count]);
  const active = useStore(carousel.$index);
  const root = useRef<HTMLDivElement>(null);
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [isPaused, setPaused] = useState(false);
  const [isAwake, setAwake] = useState(false);
  const isInView = useInView(root);
  const isSeen = useIsSeen();
  const prefersStill = usePrefersStill();
  const isPlaying = isInView && isSeen && !isHovered && !isFocused && !isPaused && !prefersStill;

  // A Tab before an ordinary effect could reach a slide that is about to be hidden.
  useLayoutEffect(() => {
    // Keeps a slide that has the focus already.
    const slides = [...(root.current?.querySelectorAll('.slide') ?? [])];
    const reached = slides.findIndex((slide) => slide.contains(document.activeElement));
    if (reached > 0) carousel.goTo(reached);
    if (reached >= 0) setFocused(true);
    setAwake(true);
  }, [carousel]);

  useEffect(() => {
    if (isPlaying) carousel.play();
    return carousel.stop;
  }, [carousel, isPlaying]);

  useEffect(() => {
    if (!isInView || count < 2) return;
    const step = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
      if (
        isTyping ||
        event.defaultPrevented ||
        event.altKey ||
        event.ctrlKey ||
        event.metaKey ||
        event.shiftKey
      )
        return;
      if (event.key === 'ArrowRight') carousel.goNext();
      if (event.key === 'ArrowLeft') carousel.goPrevious();
    };
    document.addEventListener('keydown', step);
    return () => document.removeEventListener('keydown', step);
  }, [carousel, count, isInView]);

  const swipe = useSwipe((direction) => (direction === 'next' ? carousel.goNext() : carousel.goPrevious()));

  return (
    // biome-ignore lint/a11y/useSemanticElements: `fieldset` is for form fields, not for slides
    <div
      ref={root}
      className="carousel"
      role="group"
      aria-roledescription="carousel"
      aria-label="Learning leagues"
      // Unlike the emulated mouse events, pointer events of a touch end with `pointerleave`.
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={(event) => setFocused(event.target.matches(':focus-visible'))}
      onBlur={() => setFocused(false)}
    >
      <ul className="carousel-track" {...swipe}>
        {leagues.map((league, index) => (
          <LeagueSlide
            key={league.id}
            league={league}
            offset={offsetOf(index, active, count)}
            isAwake={isAwake}
          />
        ))}
      </ul>
      {/* Announces manual steps only. */}
      <p className="sr-only" aria-live={isPlaying ? 'off' : 'polite'}>
        {leagues[active]?.name}, league {active + 1} of {count}
      </p>
      {count > 1 && (
        <div className="carousel-controls">
          <button
            type="button"
            className="carousel-arrow"
            aria-label="Previous league"
            onClick={carousel.goPrevious}
          >
            <Icon path={stepBack} size={24} strokeWidth={2} />
          </button>
          <div className="carousel-dots">
            {leagues.map(({ id, name }, index) => (
              <button
                key={id}
                type="button"
                aria-label={name}
                aria-current={index === active}
                onClick={() => carousel.goTo(index)}
              />
            ))}
          </div>
          <p className="carousel-hint">Swipe to explore more leagues</p>
          {!prefersStill && (
            <button
              type="button"
              className="carousel-arrow carousel-pause"
              aria-label={isPaused ? 'Play the carousel' : 'Pause the carousel'}
              onClick={() => setPaused(!isPaused)}
            >
              <Icon path={isPaused ? 'M8 5l10 7-10 7z' : 'M9 6v12M15 6v12'} size={24} strokeWidth={2} />
            </button>
          )}
          <button type="button" className="carousel-arrow" aria-label="Next league" onClick={carousel.goNext}>
            <Icon path={stepForward} size={24} strokeWidth={2} />
          </button>
        </div>
      )}
    </div>
  );
}

function useInView(element: { current: Element | null }): boolean {
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting ?? false));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isInView;
}

function useIsSeen(): boolean {
  const [isSeen, setSeen] = useState(true);
  useEffect(() => {
    const look = () => setSeen(document.visibilityState !== 'hidden');
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return isSeen;
}

function usePrefersStill(): boolean {
  const [prefersStill, setPrefersStill] = useState(false);
  useEffect(() => {
    const query = matchMedia('(prefers-reduced-motion: reduce)');
    const look = () => setPrefersStill(query.matches);
    look();
    query.addEventListener('change', look);
    return () => query.removeEventListener('change', look);
  }, []);
  return prefersStill;
}

const STOCK_COVER = '/artwork/leagues/stock.svg';

interface LeagueSlideProps {
  league: ShownLeague;
  /** Distance from the active slide. */
  offset: number;
  /** Before the carousel is interactive, all slides stay reachable. */
  isAwake: boolean;
}

function LeagueSlide({ league, offset, isAwake }: LeagueSlideProps) {
  const isActive = offset === 0;
  const place = Math.abs(offset) > 2 ? 'far' : String(offset);
  return (
    <li className="slide" data-offset={place} data-league={league.id} aria-hidden={isAwake && !isActive}>
      <a
        className="slide-card"
        href="/cohorts"
        tabIndex={isAwake && !isActive ? -1 : undefined}
        draggable={false}
      >
        <Picture
          className="slide-cover"
          picture={league.cover}
          alt=""
          fallback={
            <img
              className="slide-cover"
              src={STOCK_COVER}
              alt=""
              width={1200}
              height={800}
              draggable={false}
            />
          }
        />
        <div className="slide-words">
          <p className="slide-name">{league.name}</p>
          <h3>{league.title}</h3>
          <p>{league.description}</p>
          <dl>
            <div>
              <dt>Starts</dt>
              <dd>{league.startingDate}</dd>
            </div>
            <div>
              <dt>Run by</dt>
              <dd>{league.facilitatedBy}</dd>
            </div>
          </dl>
        </div>
      </a>
    </li>
  );
}
