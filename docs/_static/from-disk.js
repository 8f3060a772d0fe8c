// From disk a browser reads no other page, so the search shows titles alone there, without lines of the pages.
if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
