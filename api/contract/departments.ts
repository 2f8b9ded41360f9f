/** The choice that asks for the department's name in words (MIGR-09). */
export const OTHER_DEPARTMENT = 'Other';

/** What 'Complete Your Profile' offers; the API takes any text (docs/api.md 1.4, MIGR-08). */
export const DEPARTMENTS = [
  'Information Technology',
  'Instrumentation and Control Engineering',
  'Computer Science and Engineering',
  'Electronics and Communication Engineering',
  'Data Science Engineering',
  'Electrical Engineering',
  'Mechanical Engineering',
  'Civil Engineering',
  'Chemical Engineering',
  'Biotechnology',
  'Mathematics and Computing',
  'Data Science and Engineering',
  'Artificial Intelligence and Machine Learning',
  'Cyber Security',
  'Industrial and Production Engineering',
  'Textile Technology',
  OTHER_DEPARTMENT,
] as const;
