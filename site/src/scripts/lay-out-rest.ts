// Lays out what below-the-fold.css skipped, right after the first frame: skipped text is missing from `innerText`, and
// anchor jumps would shift.
const parts = document.querySelectorAll<HTMLElement>('main > section, .event-cards > li');
let next = 0;

// One part per task, so that input stays responsive.
function layOutNext(): void {
  const part = parts[next++];
  if (!part) return;
  part.style.contentVisibility = 'visible';
  part.getBoundingClientRect();
  setTimeout(layOutNext);
}

// `setTimeout` inside the callback runs after the first frame.
requestAnimationFrame(() => setTimeout(layOutNext));
