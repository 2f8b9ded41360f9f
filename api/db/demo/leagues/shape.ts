import type { ResourceType } from '../../../contract/resources.ts';

export interface DemoResource {
  type: ResourceType;
  title: string;
  url: string;
}

export interface DemoWeek {
  name: string;
  description: string;
  sections: { name: string; description?: string; resources: DemoResource[] }[];
}

export interface DemoLeague {
  name: string;
  description: string;
  badge: { name: string; description: string };
  assignment?: { title: string; description: string; dueInDays: number };
  weeks: DemoWeek[];
}

const resource = (type: ResourceType) => (title: string, url: string) => ({ type, title, url });

export const video = resource('VIDEO');
export const article = resource('ARTICLE');
export const blog = resource('BLOG');
export const link = resource('EXTERNAL_LINK');
