// Loaded before every test file: nothing reaches the network or the developer's own data by mistake.
process.env.NODE_ENV = 'test';
process.env.LOG_LEVEL ??= 'silent';
