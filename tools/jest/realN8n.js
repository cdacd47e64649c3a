/** Starting a real n8n takes minutes on a busy machine. */
jest.setTimeout(600_000);
