import { lazy } from 'react';

export const loadToday = () => import('./Today.tsx');

/** What is up today, fetched beside the account's answer. */
export const Today = lazy(async () => ({ default: (await loadToday()).Today }));
