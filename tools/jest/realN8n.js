/** Starting a real n8n takes minutes on a busy machine. Only what hangs takes so long. */
jest.setTimeout(1_800_000);
