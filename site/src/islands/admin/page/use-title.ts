import { useEffect } from 'react';
import { name as productName } from '#content/site.json';

export function useTitle(...parts: (string | undefined)[]): void {
  const title = [...parts, productName].filter(Boolean).join(' | ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
