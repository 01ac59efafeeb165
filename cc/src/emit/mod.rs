//! Assembly text: delay slots, `.loc`, debug information.
